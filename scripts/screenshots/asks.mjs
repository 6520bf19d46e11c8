// The questions of a day, as the pictures show them.

const claude = { name: "claude", session: "s1", title: "fix login", cwd: "/home/ana/shop" };
const codex = { name: "codex", session: "s2", title: "billing", cwd: "/home/ana/billing" };
const loop = { name: "loop", session: "s3", title: "docs", cwd: "/home/ana/docs" };

/** @typedef {import("@yourcall/core").AskRequest} AskRequest */

/** @param {string} header @param {string} question @param {(string | [string, string] | [string, string, string])[]} options */
function choice(header, question, options, multiSelect = false) {
  return {
    ...{ kind: /** @type {const} */ ("choice"), header, question, multiSelect },
    options: options.map((option) => {
      const [label = "", description, preview] = [option].flat();
      return { label, description, preview };
    }),
  };
}

const redis = `One store that both servers share. A deploy keeps everybody logged in.

- “Log out everywhere” is one \`DEL\`
- Reads take about 0.4 ms
- Needs Redis 7 beside the app, in production and in CI

\`src/session.ts\`

\`\`\`ts
import { createClient } from "redis";

const store = createClient({ url: env.REDIS_URL });

export async function get(id: string) {
  const raw = await store.get(\`session:\${id}\`);
  return raw === null ? undefined : JSON.parse(raw);
}
\`\`\``;

const postgres = `A \`sessions\` table in the database we already run.

- Nothing new in production or in CI
- Reads take about 1.1 ms
- A nightly job removes what has expired`;

/** @type {AskRequest} */
export const sessions = {
  agent: claude,
  context:
    "Sessions live in a `Map` inside the login handler. Every deploy logs everybody out, and the second server never sees a session the first one made. I can move them out of memory now; the handler and its tests are ready for any of these. Changing it later means one more migration.",
  questions: [
    choice("Sessions", "Where should we keep login sessions?", [
      ["Redis (Recommended)", "Shared by all servers, one more service to run", redis],
      ["PostgreSQL", "Already there, a little slower", postgres],
      [
        "Signed cookie",
        "Nothing to run, cannot be revoked early",
        "The session travels in the cookie, signed with `SECRET`.",
      ],
    ]),
  ],
};

const before = `import { env } from "./env";
import type { Session } from "./types";

const sessions = new Map<string, Session>();

export function get(id: string) {
  return sessions.get(id);
}
`;
const after = `import { env } from "./env";
import { createClient } from "redis";
import type { Session } from "./types";

const WEEK = 7 * 24 * 3600;
const sessions = createClient({ url: env.REDIS_URL });

export async function get(id: string) {
  const raw = await sessions.get(\`session:\${id}\`);
  return raw === null ? undefined : (JSON.parse(raw) as Session);
}
`;
const allow = ["allow-once", "allow-always", "deny"];

/** @type {AskRequest} */
const approval = {
  ...{
    kind: "approval",
    agent: claude,
    context: "Redis then. The handler keeps its shape and only the store changes.",
  },
  approval: {
    tool: "Edit",
    input: { file_path: "/home/ana/shop/src/session.ts", old_string: before, new_string: after },
  },
  questions: [choice("Edit", "May the agent use Edit?", allow)],
};

/** @type {AskRequest} */
const migration = {
  agent: codex,
  questions: [
    choice("Migration", "How should the migration run?", [
      ["In one transaction", "Locks the table for about 4 s"],
      ["In batches", "Takes an hour, no lock"],
    ]),
    choice("Column", "Drop the `legacy_id` column?", ["Drop it", "Keep it until v3"]),
    choice("Currencies", "Which currencies do we keep?", ["EUR", "USD", "CHF"], true),
    choice("Backfill", "What should the backfill do with rows that have no customer?", [
      "Leave them",
      "Move them to `orphans`",
      "Delete them",
    ]),
  ],
};

/** @type {AskRequest} */
const rounding = {
  ...{ agent: codex, timeoutMs: 200_000 },
  questions: [choice("Rounding", "Round half up or half even?", ["Half up", "Half even"])],
};

/** @type {AskRequest} */
const pageName = {
  agent: loop,
  questions: [
    choice("Page name", "Call it `first-steps` or `getting-started`?", [
      ["first-steps", "Says what happens"],
      ["getting-started", "What people search for"],
    ]),
  ],
};

const command = `npm run db:migrate -- --env staging
npm run seed -- --only currencies
npm test -- --project billing
git add -A
git commit -m "Drop legacy ids"
git push origin feat/billing`;

/** @type {AskRequest} */
const bash = {
  ...{ kind: "approval", agent: claude },
  approval: { tool: "Bash", input: { command, description: "Migrate staging" } },
  questions: [choice("Bash", "May the agent use Bash?", allow)],
};

/** @type {AskRequest} */
const examples = {
  agent: loop,
  questions: [choice("Examples", "Which examples do we keep?", ["express", "fastify", "hono"], true)],
};

/** Everything that waits, oldest first. @type {Record<string, AskRequest>} */
export const asks = { sessions, approval, migration, rounding, pageName, bash, examples };
