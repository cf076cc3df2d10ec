// libsodium: argon2id, random bytes, hashes and comparisons in constant time.
#include <sodium.h>
