import { randomBytes } from "node:crypto";

/** A schema of its own in this database. */
export function newStore(server: string): string {
  return `${server}?schema=t_${randomBytes(6).toString("hex")}`;
}
