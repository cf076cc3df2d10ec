"""Writes the configuration of a loopback Synapse into its state folder, which holds its port.

JSON is written, since every JSON text is YAML too.
"""

import base64
import json
import os
import secrets
import sys
from pathlib import Path

from servers import synapse_identity, synapse_oauth
from servers.state import kept

# What a server with strict registration asks for.
TOKEN = "invited"

state = Path(sys.argv[1])
is_strict = os.environ.get("CHATTUI_SYNAPSE_REGISTRATION") == "strict"
has_oauth = os.environ.get("CHATTUI_SYNAPSE_SIGN_IN") == "oauth"


def log_config():
    handler = {
        "class": "logging.handlers.RotatingFileHandler", "formatter": "line",
        "filename": str(state / "homeserver.log"), "maxBytes": 10_000_000, "backupCount": 1,
    }
    return {
        "version": 1, "disable_existing_loggers": False,
        "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
        "handlers": {"file": handler}, "root": {"level": "WARNING", "handlers": ["file"]},
    }


def strict_registration():
    """New accounts need a token, and consent to rules."""
    rules = state / "rules" / "en"
    rules.mkdir(parents=True, exist_ok=True)
    (rules / "1.0.html").write_text("<p>Be kind.</p>")
    return {"registration_requires_token": True, "user_consent": {
        "template_dir": str(rules.parent), "version": "1.0", "require_at_registration": True,
        "policy_name": "House rules"}}


def config(port):
    secret = kept(state, "secret", lambda: secrets.token_hex(32))
    unlimited = {"per_second": 1_000_000, "burst_count": 1_000_000}
    limits = {f"rc_{name}": unlimited for name in (
        "message", "registration", "joins_per_room", "admin_redaction", "room_creation",
        "media_create", "user_directory", "key_requests", "reports")}
    limits["rc_login"] = {key: unlimited for key in ("address", "account", "failed_attempts")}
    limits["rc_joins"] = {key: unlimited for key in ("local", "remote")}
    limits["rc_invites"] = {key: unlimited for key in ("per_room", "per_user", "per_issuer")}
    limits["rc_presence"] = {"per_user": unlimited}
    return limits | {
        "server_name": "localhost",
        "public_baseurl": f"http://127.0.0.1:{port}/",
        "modules": [{"module": "servers.synapse_identity.Module",
                     "config": {"registration_token": TOKEN if is_strict else None}}],
        "oidc_providers": synapse_identity.providers(f"http://127.0.0.1:{port}"),
        # By default a page asks before it leads to an address that is not on this list.
        "sso": {"client_whitelist": ["http://127.0.0.1:"]},
        "listeners": [{
            "port": port, "type": "http", "bind_addresses": ["127.0.0.1"],
            "resources": [{"names": ["client"], "compress": True}]}],
        "database": {"name": "sqlite3", "args": {"database": str(state / "homeserver.db")}},
        "log_config": str(state / "log.yaml"),
        "media_store_path": str(state / "media"),
        "signing_key_path": str(state / "signing.key"),
        # Synapse must not contact other machines.
        "trusted_key_servers": [], "suppress_key_server_warning": True,
        "federation_domain_whitelist": [], "send_federation": False,
        "url_preview_enabled": False, "report_stats": False,
        "enable_registration": True, "enable_registration_without_verification": True,
        "registration_shared_secret": secret, "macaroon_secret_key": secret, "form_secret": secret,
        # The passwords protect nothing, and the default of 12 rounds makes each sign-in slow.
        "bcrypt_rounds": 4,
        "enable_authenticated_media": True, "max_upload_size": "50M",
        "room_list_publication_rules": [{"action": "allow"}],
        "user_directory": {"enabled": True, "search_all_users": True},
        # By default Synapse caches initial syncs, so a repeated one is stale for up to two minutes.
        "caches": {"sync_response_cache_duration": "0s"},
    }


kept(state, "signing.key", lambda: "ed25519 a_loop "
     + base64.b64encode(secrets.token_bytes(32)).decode().rstrip("="))
(state / "media").mkdir(exist_ok=True)
(state / "log.yaml").write_text(json.dumps(log_config(), indent=1))
port = int((state / "port").read_text())
settings = config(port) | (strict_registration() if is_strict else {})
if has_oauth:
    settings |= synapse_oauth.settings(f"http://127.0.0.1:{port}", settings["macaroon_secret_key"])
(state / "homeserver.yaml").write_text(json.dumps(settings, indent=1))
