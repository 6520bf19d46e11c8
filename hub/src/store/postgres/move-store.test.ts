import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { newStore } from "../../../../tests/postgres/new-store.ts";
import { hasPostgres, usePostgres } from "../../../../tests/support/postgres.ts";
import { create, createOrFind, newAsk, newDraft, noon, outcomes } from "../conformance/example-ask.ts";
import { openSqliteStore } from "../sqlite/open-store.ts";
import { openConnections } from "./connection.ts";
import { moveStore } from "./move-store.ts";
import { openPostgresStore } from "./open-store.ts";
import { parsePlace } from "./place.ts";

describe.skipIf(!hasPostgres())("moving a store to PostgreSQL", () => {
  it("copies everything, leaves the file unchanged, and refuses a store that is not empty", async () => {
    const directory = mkdtempSync(join(tmpdir(), "yourcall-move-test-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = join(directory, "yourcall.db");
    const from = await openSqliteStore(file);
    const odd = 'a\u0000b \ud800 "q" \\ 👩‍👩‍👧';
    const pending = await create(from, { key: odd, session: odd, context: odd, expiresAt: noon + 5000, to: ["ana"] });
    await from.saveDraft(pending.id, {
      draft: newDraft("half"),
      surface: "web",
      at: noon,
      baseRevision: 0,
      expiresAt: noon + 6000,
    });
    const ended = await create(from, { text: odd });
    await from.end(ended.id, outcomes.answered(5));
    await from.setDelivery(ended.id, { state: "refused", at: noon + 9, note: "late" });
    await from.addNotices([{ ask: ended.id, event: "ask-ended", target: "hook", dueAt: noon }]);
    await from.addToken({
      id: "t",
      hash: "h",
      scope: "human",
      name: "ana",
      ask: null,
      createdAt: noon,
      rights: "answer",
      person: "ana",
    });
    await from.saveDevice({
      ...{ id: "dev_1", kind: "telegram", name: "phone", level: "full", approvals: true, state: "ready" },
      ...{ address: "{}", createdAt: noon },
    });
    await from.addButtons([{ hash: "b", ask: pending.id, device: "dev_1", act: "{}" }]);
    await from.addReceipt({ ask: pending.id, device: "dev_1", what: "sent", at: noon, handle: "7" });
    const picture = { hash: "a".repeat(64), type: "image/png", bytes: 3, width: 1, height: 1, name: odd } as const;
    await from.addPicture({ ask: pending.id, picture, data: "QUJD", at: noon }, 5);
    for (let index = 0; index < 450; index++) await create(from, { session: `s${index % 3}` });
    const events = await from.eventsAfter(0, 1000);
    const load = await from.loadOf("agent");
    await from.close();
    const before = readFileSync(file);

    const url = newStore(await usePostgres());
    expect(await moveStore(file, url)).toEqual({ pending: 451, ended: 1, tokens: 1 });
    expect(readFileSync(file).equals(before)).toBe(true);
    // As after a kill, when nobody knows whether it was complete.
    expect(await moveStore(file, url)).toEqual({ pending: 451, ended: 1, tokens: 1, wasThere: true });
    const to = await openPostgresStore(url);
    onTestFinished(() => to.close());
    expect(await to.findButton("b")).toMatchObject({ device: "dev_1" });
    expect(await to.receiptsOf(pending.id)).toMatchObject([{ what: "sent", handle: "7" }]);
    expect(await to.picturesOf(pending.id)).toEqual([{ ...picture, ask: pending.id }]);
    expect(await to.pictureData(pending.id, picture.hash)).toBe("QUJD");
    expect(to.id).toBe(from.id);
    expect(to.epoch).not.toBe(from.epoch);
    expect(await to.eventsAfter(0, 1000)).toEqual(events);
    const { record } = await createOrFind(to, newAsk({ key: odd, session: odd }));
    expect(record).toMatchObject({ id: pending.id, draftRevision: 1, to: ["ana"] });
    expect(await to.countPending({ token: "agent", session: "s1" })).toBe(150);
    expect(await to.loadOf("agent")).toEqual(load);
    expect((await create(to)).position).toBe((events?.at(-1)?.sequence ?? 0) + 1);
    await expect(moveStore(file, url)).rejects.toThrow("is not empty: this file was moved there before, completely");
    const other = join(directory, "other.db");
    const another = await openSqliteStore(other);
    await create(another);
    await another.close();
    await expect(moveStore(other, url)).rejects.toThrow("is not empty and holds another store");
  });

  it("reads a file of an earlier version", async () => {
    const directory = mkdtempSync(join(tmpdir(), "yourcall-move-test-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = join(directory, "yourcall.db");
    const earlier = new DatabaseSync(file);
    earlier.exec(readFileSync(new URL("../../../../tests/support/earlier-store.sql", import.meta.url), "utf8"));
    earlier.close();
    const before = readFileSync(file);
    expect(await moveStore(file, newStore(await usePostgres()))).toEqual({ pending: 1, ended: 2, tokens: 2 });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each(["steps", "versions"])("refuses a schema of an earlier version, with the table %s", async (table) => {
    const url = newStore(await usePostgres());
    const place = parsePlace(url);
    const { inTransaction, close } = openConnections(place);
    onTestFinished(close);
    await inTransaction((_, script) =>
      script(`CREATE SCHEMA ${place.schema}; CREATE TABLE yourcall.${table} (version int4 PRIMARY KEY)`),
    );
    await expect(openPostgresStore(url)).rejects.toThrow(`${place.schema} was made by an earlier version of yourcall`);
  });
});
