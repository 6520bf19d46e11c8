import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

export interface User {
  id: string;
  name: string;
}

/** The users. A real app has a login; here each browser is a user, who may enter a name. */
export interface Users {
  /** The user of a request, if its cookie is known. */
  find(request: Request): User | undefined;
  /** Creates a user, and the cookie that identifies them from now on. */
  create(): { user: User; cookie: string };
  rename(user: User, name: string): User;
}

export function openUsers(file: string): Users {
  const names = new Map<string, string>(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []);
  const save = () => writeFileSync(file, JSON.stringify([...names]), { mode: 0o600 });
  return {
    find(request) {
      const id = /(?:^|;\s*)chat-user=([\w-]+)/.exec(request.headers.get("cookie") ?? "")?.[1];
      const name = id === undefined ? undefined : names.get(id);
      return id === undefined || name === undefined ? undefined : { id, name };
    },
    create() {
      const user = { id: randomUUID(), name: "guest" };
      names.set(user.id, user.name);
      save();
      return { user, cookie: `chat-user=${user.id}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000` };
    },
    rename(user, name) {
      names.set(user.id, name);
      save();
      return { ...user, name };
    },
  };
}
