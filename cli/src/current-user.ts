import type { PersonBy } from "@yourcall/core";
import { findAgentVariable } from "./agent-environment.ts";

/** Who acts by pressing keys in this terminal. In an agent's environment it may not be a person. */
export function byTerminal(): PersonBy {
  return { surface: "terminal", act: findAgentVariable() === null ? "submit" : "script", ...currentUser() };
}

/** The person's login name, for the record of an answer. */
export function currentUser(env: NodeJS.ProcessEnv = process.env): { user?: string } {
  const user = env.USER || env.LOGNAME;
  return user === undefined || user === "" ? {} : { user };
}
