import { createHubClient } from "@yourcall/client/node";

// What the code of docs/agents/ai-sdk.md takes for granted, for the apps in `.apps`.

export const hub = createHubClient({ url: process.env.YOURCALL_URL ?? "", token: process.env.YOURCALL_TOKEN ?? "" });

export async function nameOf(request: Request): Promise<string | undefined> {
  return /user=(\w+)/.exec(request.headers.get("cookie") ?? "")?.[1];
}

export function isChatOf(session: string, name: string): boolean {
  return session.startsWith(`${name}-`);
}

export async function goOn(_session: string): Promise<void> {}
