"""A stub authentication service to which a throw-away Synapse leaves sign-in, as one of its modules.

It speaks OAuth 2.0 as Matrix uses it, and knows no passwords: whoever comes to its pages says who they
are. Under `test/` it does what tests want of it. Refresh tokens are valid once; one that comes a
second time ends its session (RFC 9700, section 4.14.2).

Source: RFC 6749, 7009, 7591, 7636, 7662, 8252, 8414, 8628; Matrix client-server API, "OAuth 2.0 API";
Synapse's `matrix_authentication_service`.
"""

import html
import json
import re
import urllib.request
from urllib.parse import parse_qsl, urlencode, urlsplit

from servers.oauth_sessions import Refusal, Sessions

try:
    from twisted.internet.threads import deferToThread
    from twisted.web.resource import Resource
    from twisted.web.server import NOT_DONE_YET
except ImportError:
    # The configuration is written without Synapse's libraries.
    Resource = object

PATH = "/_oauth"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
# Loopback addresses are registered without a port.
REDIRECT = re.compile(r"http://(127\.0\.0\.1|\[::1\]|localhost)/[^?#]*")


def settings(base, secret):
    """The part of Synapse's configuration that leaves sign-in to this service."""
    return {
        "matrix_authentication_service": {
            "enabled": True, "endpoint": base + PATH, "secret": secret},
        "modules": [{"module": "servers.synapse_oauth.Module",
                     "config": {"base": base, "secret": secret}}],
        "password_config": {"enabled": False}, "enable_registration": False, "oidc_providers": [],
    }


class Module:
    """What Synapse loads."""

    def __init__(self, config, api):
        service = Service(config["base"] + PATH, config["secret"],
                          Sessions(Homeserver(config["base"], config["secret"])))
        api.register_web_resource(PATH, _Endpoints(service))

    @staticmethod
    def parse_config(config):
        return config


class Homeserver:
    """What an authentication service tells its Synapse: who there is, and with which devices."""

    _opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def __init__(self, base, secret):
        self.base = base
        self.secret = secret

    def add_device(self, name, device, title):
        self._post("provision_user", localpart=name)
        self._post("upsert_device", localpart=name, device_id=device, display_name=title)

    def remove_device(self, name, device):
        self._post("delete_device", localpart=name, device_id=device)

    def _post(self, action, **body):
        request = urllib.request.Request(
            f"{self.base}/_synapse/mas/{action}", json.dumps(body).encode(), {
                "Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"})
        self._opener.open(request, timeout=30).close()


class Answer:
    """A response: JSON by default."""

    def __init__(self, body, status=200, *, kind="application/json", location=None):
        self.status = status
        self.kind = kind
        self.location = location
        self.body = (body if isinstance(body, str) else json.dumps(body)).encode()


class Service:
    """Responds to requests; any thread may call."""

    def __init__(self, url, secret, sessions):
        self.url = url
        self.secret = secret
        self.sessions = sessions

    def answer(self, method, path, authorization, form, body):
        """`form` has the items of the query, and of a body that is a form."""
        sessions = self.sessions
        try:
            match method, path:
                case "GET", ".well-known/openid-configuration":
                    return Answer(self.metadata())
                case "POST", "oauth2/registration":
                    return Answer({"client_id": sessions.register(self.client(body))}, 201)
                case "POST", "oauth2/device":
                    return Answer(self.device(form))
                case "POST", "oauth2/token":
                    return Answer(self.token(form))
                case "POST", "oauth2/revoke":
                    sessions.revoke(form["token"], form["client_id"])
                    return Answer({})
                case "POST", "oauth2/introspect":
                    if authorization != f"Bearer {self.secret}":
                        return Answer({}, 401)
                    return Answer(sessions.introspect(form["token"]))
                case "GET", "link":
                    return self.link(form)
                case "GET", "authorize":
                    return self.authorize(form)
                case "GET", "account":
                    return self.page("The account's page")
                case "POST", "test/session":
                    return Answer(sessions.begin(form["name"], "TEST" + form["name"].upper(), None))
                case "POST", "test/lifetime":
                    sessions.lifetime = int(form["seconds"])
                    return Answer({})
                case "POST", "test/hold":
                    sessions.hold(form["on"] == "yes")
                    return Answer({})
                case "POST", "test/end":
                    sessions.end(form["device"])
                    return Answer({})
                case "GET", "test/sessions":
                    return Answer({"sessions": sessions.described(form["name"])})
        except Refusal as refusal:
            return Answer({"error": str(refusal)}, 400)
        except KeyError as missing:
            return Answer({"error": "invalid_request", "error_description": str(missing)}, 400)
        return Answer({}, 404)

    def metadata(self):
        return {
            "issuer": self.url + "/",
            "authorization_endpoint": self.url + "/authorize",
            "token_endpoint": self.url + "/oauth2/token",
            "registration_endpoint": self.url + "/oauth2/registration",
            "revocation_endpoint": self.url + "/oauth2/revoke",
            "introspection_endpoint": self.url + "/oauth2/introspect",
            "device_authorization_endpoint": self.url + "/oauth2/device",
            "account_management_uri": self.url + "/account",
            "response_types_supported": ["code"], "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token", DEVICE_GRANT],
            "code_challenge_methods_supported": ["S256"],
        }

    @staticmethod
    def client(body):
        """Checks what a client without a secret says of itself."""
        about = json.loads(body)
        redirects = about.get("redirect_uris", [])
        if (about["token_endpoint_auth_method"] != "none" or about["application_type"] != "native"
                or not about["client_uri"].startswith("https://")
                or ("authorization_code" in about["grant_types"]) != bool(redirects)
                or not all(REDIRECT.fullmatch(address) for address in redirects)):
            raise Refusal("invalid_client_metadata")
        return about

    def device(self, form):
        device_code, user_code = self.sessions.ask(form["client_id"], form["scope"], DEVICE_GRANT)
        return {
            "device_code": device_code, "user_code": user_code, "expires_in": 600, "interval": 1,
            "verification_uri": self.url + "/link",
            "verification_uri_complete": f"{self.url}/link?code={user_code}"}

    def token(self, form):
        client = form["client_id"]
        match form["grant_type"]:
            case "refresh_token":
                return self.sessions.refresh(form["refresh_token"], client)
            case "authorization_code":
                return self.sessions.redeem(form["code"], client, form["redirect_uri"], form["code_verifier"])
            case grant if grant == DEVICE_GRANT:
                return self.sessions.redeem(form["device_code"], client)
        raise Refusal("unsupported_grant_type")

    def link(self, form):
        """The page where people enter the code that a program shows."""
        if "code" not in form or "name" not in form:
            return self.page("Which code does the program show, and who are you?", form, ["code", "name"])
        is_known = self.sessions.decide(form["code"], None if "deny" in form else form["name"])
        return self.page("Go back to the program." if is_known else "Nothing waits for this code.")

    def authorize(self, form):
        """The page to which a program sends the browser of the same machine."""
        back, client = form["redirect_uri"], self.sessions.clients[form["client_id"]]
        place = urlsplit(back)
        registered = place._replace(netloc=place.hostname).geturl()
        if registered not in client.get("redirect_uris", []) or form["response_type"] != "code" \
                or form["code_challenge_method"] != "S256":
            raise Refusal("invalid_request")
        if "name" not in form:
            return self.page("Who are you?", form, ["name"])
        result = {"error": "access_denied"}
        if "deny" not in form:
            code, _ = self.sessions.ask(
                form["client_id"], form["scope"], "authorization_code", back, form["code_challenge"])
            self.sessions.decide(code, form["name"])
            result = {"code": code}
        return Answer("", 303, location=f"{back}?{urlencode(result | {'state': form['state']})}")

    @staticmethod
    def page(text, form={}, asked=()):
        kept = "".join(
            f'<input type="hidden" name="{html.escape(name)}" value="{html.escape(value)}">'
            for name, value in form.items() if name not in asked)
        fields = "".join(
            f'<p>{name} <input name="{name}" value="{html.escape(form.get(name, ""))}">'
            for name in asked)
        buttons = '<p><button>Allow</button> <button name="deny" value="1">Deny</button>'
        rest = f"<form>{kept}{fields}{buttons}</form>" if asked else ""
        return Answer(f"<!doctype html><p>{html.escape(text)}{rest}", kind="text/html; charset=utf-8")


class _Endpoints(Resource):
    """Passes requests on to a thread, because responses need other requests to Synapse."""

    isLeaf = True

    def __init__(self, service):
        super().__init__()
        self.service = service

    def render(self, request):
        body = request.content.read().decode()
        form = dict(parse_qsl(urlsplit(request.uri.decode()).query))
        if (request.getHeader("Content-Type") or "").startswith("application/x-www-form-urlencoded"):
            form |= parse_qsl(body)
        path = b"/".join(request.postpath).decode()
        # A client that does not wait gets nothing.
        left = []
        request.notifyFinish().addErrback(left.append)
        answer = deferToThread(self.service.answer, request.method.decode(), path,
                               request.getHeader("Authorization"), form, body)
        answer.addErrback(lambda failure: Answer(failure.getTraceback(), 500, kind="text/plain"))
        answer.addCallback(lambda answer: left or _write(request, answer))
        return NOT_DONE_YET


def _write(request, answer):
    request.setResponseCode(answer.status)
    request.setHeader(b"Content-Type", answer.kind.encode())
    request.setHeader(b"Cache-Control", b"no-store")
    if answer.location:
        request.setHeader(b"Location", answer.location.encode())
    request.write(answer.body)
    request.finish()
