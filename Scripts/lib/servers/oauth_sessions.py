"""The sessions of the stub authentication service, and the tokens of each; any thread may call."""

import base64
import hashlib
import re
import secrets
import threading
import time

API_SCOPE = "urn:matrix:client:api:*"
DEVICE_SCOPE = re.compile(r"urn:matrix:client:device:([A-Za-z0-9._~-]{10,255})")


class Refusal(Exception):
    """The code of an OAuth error."""


class _Session:
    def __init__(self, name, device, client):
        self.name = name
        self.device = device
        self.client = client
        # The ends of the access tokens.
        self.access = {}
        self.refresh = None
        self.used = set()
        self.has_reuse = False


class _Grant:
    """What a program has asked for, until it gets its tokens."""

    def __init__(self, client, device, kind, redirect, challenge):
        self.client = client
        self.device = device
        self.kind = kind
        self.redirect = redirect
        self.challenge = challenge
        self.is_decided = False
        # Nil when the person has declined.
        self.name = None


class Sessions:
    def __init__(self, homeserver):
        self.clients = {}
        # How many seconds new access tokens are valid.
        self.lifetime = 300
        self._homeserver = homeserver
        self._grants = {}
        self._user_codes = {}
        self._sessions = []
        self._state = threading.Condition()
        self._holds = False
        # The access tokens with which a client has come to Synapse.
        self._seen = set()

    def register(self, about):
        client = _secret()
        self.clients[client] = about
        return client

    def ask(self, client, scope, kind, redirect=None, challenge=None):
        """The code for the program, and the one for the person."""
        if kind not in self.clients.get(client, {"grant_types": []})["grant_types"]:
            raise Refusal("unauthorized_client")
        words = scope.split(" ")
        devices = [found[1] for found in map(DEVICE_SCOPE.fullmatch, words) if found]
        if API_SCOPE not in words or len(devices) != 1:
            raise Refusal("invalid_scope")
        code = _secret()
        letters = "BCDFGHJKLMNPQRSTVWXZ"
        user_code = "-".join("".join(secrets.choice(letters) for _ in range(3)) for _ in range(2))
        with self._state:
            self._grants[code] = _Grant(client, devices[0], kind, redirect, challenge)
            self._user_codes[user_code] = code
        return code, user_code

    def decide(self, code, name):
        """What a person says to a code, as a program or a person has it; false for an unknown one."""
        with self._state:
            grant = self._grants.get(self._user_codes.get(code.strip().upper(), code))
            if grant is None:
                return False
            grant.name = name
            grant.is_decided = True
            return True

    def redeem(self, code, client, redirect=None, verifier=None):
        """The first tokens of a new session."""
        with self._state:
            grant = self._grants.get(code)
            if grant is None or grant.client != client:
                raise Refusal("invalid_grant")
            if not grant.is_decided:
                raise Refusal("authorization_pending")
            # Valid once, whatever follows.
            del self._grants[code]
        if grant.name is None:
            raise Refusal("access_denied")
        if grant.redirect != redirect or grant.challenge != _challenge(verifier):
            raise Refusal("invalid_grant")
        return self.begin(grant.name, grant.device, client)

    def begin(self, name, device, client):
        """A session, in place of an earlier one of the same device."""
        about = self.clients.get(client, {"client_name": "test"})
        self._homeserver.add_device(name, device, about["client_name"])
        session = _Session(name, device, client)
        with self._state:
            self._sessions = [other for other in self._sessions
                              if (other.name, other.device) != (name, device)]
            self._sessions.append(session)
            return self._tokens(session)

    def refresh(self, token, client):
        with self._state:
            for session in self._sessions:
                if session.client != client:
                    continue
                if token == session.refresh:
                    session.used.add(token)
                    return self._tokens(session)
                if token in session.used:
                    session.has_reuse = True
                    session.access, session.refresh = {}, None
        raise Refusal("invalid_grant")

    def _tokens(self, session):
        access, session.refresh = _secret(), _secret()
        session.access[access] = time.time() + self.lifetime
        return {"access_token": access, "refresh_token": session.refresh, "token_type": "Bearer",
                "expires_in": self.lifetime,
                "scope": f"{API_SCOPE} urn:matrix:client:device:{session.device}"}

    def introspect(self, token):
        with self._state:
            self._seen.add(token)
            self._state.notify_all()
            self._state.wait_for(lambda: not self._holds, timeout=60)
            for session in self._sessions:
                rest = int(session.access.get(token, 0) - time.time())
                if rest > 0:
                    return {"active": True, "username": session.name, "expires_in": rest,
                            "scope": f"{API_SCOPE} urn:matrix:client:device:{session.device}"}
        return {"active": False}

    def hold(self, holds):
        """Whether Synapse waits until it learns whose a token is."""
        with self._state:
            self._holds = holds
            self._state.notify_all()

    def revoke(self, token, client):
        """An unknown token is as good as revoked."""
        for session in list(self._sessions):
            if session.client == client and (token == session.refresh or token in session.access):
                self._end(session)

    def end(self, device):
        for session in list(self._sessions):
            if session.device == device:
                self._end(session)

    def _end(self, session):
        with self._state:
            session.access, session.refresh = {}, None
        self._homeserver.remove_device(session.name, session.device)

    def described(self, name):
        with self._state:
            return [{
                "device": session.device, "isActive": session.refresh is not None,
                "refreshes": len(session.used), "hasReuse": session.has_reuse,
                "isNewestUsed": bool(self._seen.intersection(list(session.access)[-1:])),
            } for session in self._sessions if session.name == name]


def _secret():
    return secrets.token_urlsafe(24)


def _challenge(verifier):
    if verifier is None:
        return None
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
