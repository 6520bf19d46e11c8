import { join } from "node:path";
import { createAskId } from "../../../../client/src/create-ask-id.ts";
import { openSqliteStore } from "../../../../hub/src/index.ts";
import ask from "../../../fixtures/ask.json" with { type: "json" };
import { serveParent } from "../serve-parent.ts";

// How many asks share one commit.
const atOnce = 500;
const perSession = 100;

/**
 * Puts pending asks into the file of a hub that does not run, straight through its store: over HTTP it would take minutes.
 * The question of the last one has the word "needle" in it.
 */
await serveParent(async ({ directory, count }: { directory: string; count: number }) => {
  const store = await openSqliteStore(join(directory, "yourcall.db"));
  for (let from = 0; from < count; from += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count - from) }, (_, index) => {
        const number = from + index;
        const now = Date.now();
        const words = number === count - 1 ? `number ${number}, the needle` : `number ${number}`;
        return store.create({
          id: createAskId(),
          token: "agent",
          key: `call-${number}`,
          kind: "question",
          agent: { name: "bench", session: `session-${Math.floor(number / perSession)}` },
          questions: ask.questions.map((question) => ({
            ...question,
            kind: "choice",
            question: `${question.question} (${words})`,
          })),
          onTimeout: "expire",
          createdAt: now,
          lastSeenAt: now,
        });
      }),
    );
  await store.close();
  return {};
});
