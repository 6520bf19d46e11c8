import { describe, expect } from "vitest";
import { accessibilityFaults, scrollsSideways, takeScreenshot, testInBrowser } from "../support/browser.ts";
import * as asks from "../support/card-asks.ts";
import { useCardPage } from "../support/card-page.ts";

const cards = useCardPage();
describe("x", () => {
  testInBrowser("y", async () => {
    for (const dark of [false, true])
      for (const width of [360, 1024])
        for (const [name, ask] of Object.entries(asks).filter(([n]) => n.endsWith("Ask"))) {
          const card = await cards.open({ ask }, { dark, width });
          await takeScreenshot(card.page, `try/${name}-${dark}-${width}`);
          expect(await accessibilityFaults(card.page)).toEqual([]);
          expect(await scrollsSideways(card.page)).toBe(false);
        }
  });
});
