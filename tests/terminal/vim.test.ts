import { expect } from "vitest";
import { database } from "../support/asks.ts";
import { startHub } from "../support/hub.ts";
import { testWith } from "../support/needs.ts";
import { openTerminal } from "../support/terminal.ts";

testWith("vim")("answer --editor in Vim: mistakes are lines above their place, :cq means not answered", async () => {
  const hub = await startHub();
  const ask = await hub.ask([database]);
  const open = () =>
    openTerminal(["answer", ask.id, "--editor"], {
      env: { EDITOR: "vim -u NONE -n", YOURCALL_HOME: hub.directory },
      rows: 30,
      columns: 120,
    });
  const statusOf = async () => (await hub.client("human").get(ask.id)).status;

  const left = open();
  await left.see("<!-- /yourcall -->");
  left.type("/- MongoDB\rdd/- SQLite\rdd:w\r:cq\r");
  expect((await left.exited).code).toBe(1);
  expect(left.everything()).toContain("The ask is still pending.");
  expect(await statusOf()).toBe("pending");

  const edited = open();
  await edited.see("<!-- /yourcall -->");
  edited.type("/- MongoDB\rdd:wq\r");
  await edited.see("<!-- ✖ Question 1 takes one answer and 2 are left");
  edited.type("/- SQLite\rdd:wq\r");
  expect((await edited.exited).code).toBe(0);
  expect((await hub.client("human").get(ask.id)).outcome).toMatchObject({
    answers: [{ selectedOptions: ["PostgreSQL (Recommended)"] }],
    by: { surface: "sheet", act: "sheet" },
  });
});
