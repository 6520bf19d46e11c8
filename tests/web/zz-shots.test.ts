import { expect } from "vitest";
import { takeScreenshot, testInBrowser } from "../support/browser.ts";
import { approvalAsk, multiAsk, previewAsk, severalAsk, singleAsk } from "../support/card-asks.ts";
import { useCardPage } from "../support/card-page.ts";
import { toApprovalAsk } from "@yourcall/core";
const cards = useCardPage();
const editAsk = { ...approvalAsk, ...toApprovalAsk({ tool: "Edit", input: { file_path: "src/session.ts", old_string: "import { env } from \"./env\";\nimport type { Session } from \"./types\";\n\nconst sessions = new Map<string, Session>();\n", new_string: "import { env } from \"./env\";\nimport { createClient } from \"redis\";\nimport type { Session } from \"./types\";\n\nconst sessions = createClient({ url: env.REDIS_URL });\n" }, suggestions: [{ type: "addRules", rules: [{ toolName: "Edit", ruleContent: "src/**" }], behavior: "allow", destination: "localSettings" }] }) };
const bash = { ...approvalAsk, ...toApprovalAsk({ tool: "Bash", input: { command: "npm run db:migrate -- --env staging \\\n  --lock-timeout 5s\n" + "\n".repeat(38) + "npm run test:e2e", description: "Migrate staging, then test", timeout: 600000 } }) };
const plan = { ...approvalAsk, ...toApprovalAsk({ tool: "ExitPlanMode", input: { plan: "# Plan\n\n1. Add `redis`\n2. Move **sessions**\n\n```ts\nconst a = 1;\n```" } }) };
testInBrowser("shots", async () => {
  for (const [size, width, touch] of [["d", 768, false], ["m", 390, true]] as const)
  for (const dark of [false, true]) {
    const card = await cards.open({ ask: singleAsk }, { width, height: 844, dark, touch });
    for (const [name, ask] of Object.entries({ single: singleAsk, multi: multiAsk, several: severalAsk, preview: previewAsk, bash, edit: editAsk, plan })) {
      if (dark && !["several", "edit"].includes(name)) continue;
      await card.show({ ask: { ...ask, id: name } });
      await card.page.waitForTimeout(900);
      await takeScreenshot(card.page, `look/${name}-${size}-${dark ? "dark" : "light"}`);
    }
  }
  expect(1).toBe(1);
});
