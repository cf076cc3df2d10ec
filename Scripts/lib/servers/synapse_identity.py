"""Two identity providers for single sign-on, inside a throw-away Synapse as one of its modules.

Each knows one person and asks nothing: a browser that comes is sent back signed in. Synapse
requests `token` and `userinfo` from its own port.
"""

import json
from urllib.parse import urlencode

try:
    from twisted.web.resource import Resource
except ImportError:
    # The configuration is written without Synapse's libraries.
    Resource = object

PATH = "/_stub"
NAMES = {"stub": "Stub Identity", "second": "Second Identity"}


def providers(base):
    """The part of Synapse's configuration that names them."""
    return [{
        "idp_id": key, "idp_name": name, "discover": False, "skip_verification": True,
        "issuer": f"{base}{PATH}/{key}", "client_id": "synapse", "client_secret": "secret",
        "authorization_endpoint": f"{base}{PATH}/{key}/authorize",
        "token_endpoint": f"{base}{PATH}/{key}/token",
        "userinfo_endpoint": f"{base}{PATH}/{key}/userinfo",
        # Without the scope "openid" there is no signed token, and Synapse asks for the person.
        "scopes": ["profile"], "user_profile_method": "userinfo_endpoint",
        "user_mapping_provider": {"config": {
            "localpart_template": "{{ user.name }}", "display_name_template": "{{ user.name }}"}},
    } for key, name in NAMES.items()]


class Module:
    """What Synapse loads."""

    def __init__(self, config, api):
        api.register_web_resource(PATH, _Endpoints())
        if token := config.get("registration_token"):
            # Otherwise an administrator makes them by requests.
            api.delayed_background_call(0, api._store.create_registration_token, token, None, None)

    @staticmethod
    def parse_config(config):
        return config


class _Endpoints(Resource):
    isLeaf = True

    def render_GET(self, request):
        key, action = (part.decode() for part in request.postpath)
        if action == "userinfo":
            return _json(request, {"sub": key, "name": f"sso-{key}"})
        back = request.args[b"redirect_uri"][0].decode()
        query = urlencode({"code": "code", "state": request.args[b"state"][0].decode()})
        request.redirect(f"{back}?{query}".encode())
        return b""

    def render_POST(self, request):
        return _json(request, {"access_token": "token", "token_type": "Bearer"})


def _json(request, body):
    request.setHeader(b"Content-Type", b"application/json")
    return json.dumps(body).encode()
