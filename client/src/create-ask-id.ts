const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const alphabetCodes = Array.from(alphabet, (letter) => letter.charCodeAt(0));

const timeLength = 9;
const length = 26;
// Generating random bytes is slow, so they are generated for many ids at a time.
const pool = new Uint8Array(length * 32);
let used = pool.length;
const codes = new Array<number>(length).fill(0);
let lastTime = Number.NaN;
let lastPrefix = "";

/**
 * A new id, without letters that look like digits: 9 characters that sort by time, so that a store writes consecutive ids next to
 * each other, and 26 characters of 5 random bits each, which nobody can guess.
 *
 * @example
 * const id = createAskId(); // ask_…, 128 random bits
 */
export function createAskId(): string {
  const time = Date.now();
  if (time !== lastTime) {
    lastTime = time;
    lastPrefix = `ask_${toDigits(time)}`;
  }
  if (used >= pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  for (let index = 0; index < length; index++) codes[index] = alphabetCodes[(pool[used++] ?? 0) & 31] ?? 0;
  return lastPrefix + String.fromCharCode.apply(null, codes);
}

function toDigits(time: number): string {
  let digits = "";
  for (let rest = Math.max(0, time); digits.length < timeLength; rest = Math.floor(rest / 32))
    digits = `${alphabet[rest % 32]}${digits}`;
  return digits;
}

/** A key for one call. It begins with the time, so that a store writes keys made together next to each other; the rest is random. */
export function createKey(random: string): string {
  return `${Date.now().toString(36)}-${random}`;
}
