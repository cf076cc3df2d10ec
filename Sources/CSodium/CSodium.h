// libsodium: argon2id, random bytes, hashes and constant-time comparison.
#include <sodium.h>
