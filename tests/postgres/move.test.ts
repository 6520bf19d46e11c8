import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { startHub } from "../support/hub.ts";
import { hasPostgres, usePostgres } from "../support/postgres.ts";
import { question } from "./hubs.ts";
import { newStore } from "./new-store.ts";

test.skipIf(!hasPostgres())(
  "a move that is repeated after a kill says whether it was complete, and completes it",
  async () => {
    const hub = await startHub();
    for (let index = 0; index < 60; index++) await hub.ask([question], { agent: { name: "a", session: `${index}` } });
    await hub.stop();
    for (const delayMs of [200, 400, 600, 800]) {
      const store = newStore(await usePostgres());
      const move = ["move", "--from", join(hub.directory, "yourcall.db"), "--to", store];
      const killed = hub.start(move);
      await Promise.race([pause(delayMs), killed.ended]);
      killed.kill("SIGKILL");
      await killed.ended;
      const moved = /(Moved|Already moved, completely,) and compared( now)?: 60 pending and 0 ended asks/;
      expect(await hub.run(move)).toMatchObject({ code: 0, stderr: expect.stringMatching(moved) });
      expect(await hub.run(move)).toMatchObject({
        code: 0,
        stderr: expect.stringContaining("Already moved, completely"),
      });
    }
  },
);
