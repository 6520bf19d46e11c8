import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createHubClient } from "@yourcall/client/node";
import { expect, test } from "vitest";
import { startLoopDesk, startRepository } from "../support/desk.ts";

test("a session works in a worktree of its own, which a person reviews, merges and discards", async () => {
  const { hub, desk } = await startLoopDesk([
    { tool: "Write", id: "w1", input: { path: "store.ts", content: "export const store = 1;\n" } },
    "Done.",
  ]);
  const start = {
    agent: "loop",
    prompt: "Add a store",
    directory: desk.cwd,
    mode: "acceptEdits",
    worktree: true,
  } as const;
  await expect(desk.sessions.start(start)).rejects.toThrow("is not in a git repository");
  const git = startRepository(desk.cwd, "a.txt", "one\n");

  const { id, cwd, ...rest } = await desk.sessions.start(start);
  expect(rest).toMatchObject({ worktree: { branch: "yourcall/add-a-store", root: desk.cwd, baseBranch: "main" } });
  await desk.until(id, { state: "idle", project: "~", branch: "yourcall/add-a-store" });
  expect(existsSync(join(desk.cwd, "store.ts"))).toBe(false);
  expect(readFileSync(join(cwd, "store.ts"), "utf8")).toBe("export const store = 1;\n");
  const changes = await desk.sessions.changes(id);
  expect(changes).toMatchObject({ files: [{ path: "store.ts", kind: "new", added: 1 }], uncommitted: 1 });

  // The same people as for messages to a session.
  const { token } = await hub.client("human").createToken({ scope: "human", name: "p", rights: "answer" });
  const reader = createHubClient({ url: hub.url, token });
  for (const client of [reader, hub.client("agent")]) {
    const refused = { code: "forbidden" };
    await expect(client.sessions.changes(id)).rejects.toMatchObject(refused);
    await expect(client.sessions.merge(id, changes.revision)).rejects.toMatchObject(refused);
    await expect(client.sessions.discard(id, changes.revision)).rejects.toMatchObject(refused);
    await expect(client.sessions.remove(id)).rejects.toMatchObject(refused);
  }
  reader.close();

  await expect(desk.sessions.merge(id, "other")).rejects.toThrow("It has changed since you looked.");
  expect(await desk.sessions.merge(id, changes.revision)).toMatchObject({ worktree: { mergedAt: expect.any(String) } });
  expect(readFileSync(join(desk.cwd, "store.ts"), "utf8")).toBe("export const store = 1;\n");
  await expect(desk.sessions.remove(id)).rejects.toThrow("Discard that first.");
  await desk.sessions.discard(id, (await desk.sessions.changes(id)).revision);
  expect(git("branch", "--list", "yourcall/*")).toBe("");
  expect(existsSync(cwd)).toBe(false);
  await desk.sessions.send(id, "One more thing");
  await desk.until(id, { state: "failed", failure: expect.stringContaining("was discarded") });

  expect(await desk.sessions.rename(id, "Store")).toMatchObject({ title: "Store" });
  expect(await desk.sessions.archive(id, true)).toMatchObject({ archivedAt: expect.any(String) });
  await desk.sessions.remove(id);
  await expect(desk.sessions.get(id)).rejects.toMatchObject({ code: "not-found" });
});
