const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A new id: 26 characters of 5 random bits each, without letters that look like digits. */
export function createAskId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  return `ask_${Array.from(bytes, (byte) => alphabet[byte & 31]).join("")}`;
}
