import type { WireAsk } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";

/** The session of an ask as a heading: who asks, and for which task or project. */
export function toSessionName({ agent }: Pick<WireAsk, "agent">): { name: string; title: string } {
  const { name, title = "", cwd = "" } = agent;
  const project = cleanLine(cwd).split("/").filter(Boolean).at(-1) ?? "";
  return { name: cleanLine(name), title: cleanLine(title) || project };
}
