import type { HubClient } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { onTestFinished } from "vitest";
import { startTestHub, type TestHub } from "../../../../hub/src/testing/test-hub.ts";

/** A real hub, and clients of it: the app's own, with a token of scope `app`, and that of a person elsewhere. */
export interface TestApp {
  hub: TestHub;
  app: HubClient;
  person: HubClient;
  appToken: string;
}

export async function startTestApp(): Promise<TestApp> {
  const hub = await startTestHub();
  const url = `http://127.0.0.1:${hub.port}`;
  const person = createHubClient({ url, token: hub.tokens.human });
  const { token: appToken } = await person.createToken({ scope: "app", name: "my-chat-app" });
  const app = createHubClient({ url, token: appToken });
  onTestFinished(() => {
    for (const client of [app, person]) client.close();
  });
  return { hub, app, person, appToken };
}

export const question = {
  question: "Which database should we use?",
  header: "Database",
  options: [
    { label: "PostgreSQL", description: "Runs beside what we have" },
    { label: "SQLite", description: "One file, no server" },
  ],
  multiSelect: false,
};

/** What a person answers to `question`. */
export function choose(label: string) {
  return { answers: [{ question: question.question, selectedOptions: [label] }], act: "click" as const };
}
