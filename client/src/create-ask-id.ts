const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const length = 26;
// Asking for randomness costs more than using it, so it is fetched for many ids at once.
const pool = new Uint8Array(length * 32);
let used = pool.length;

/** A new id: 26 characters of 5 random bits each, without letters that look like digits. */
export function createAskId(): string {
  if (used >= pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  let id = "ask_";
  for (const end = used + length; used < end; used++) id += alphabet[(pool[used] ?? 0) & 31];
  return id;
}
