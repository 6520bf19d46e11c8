import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isAppFile } from "./support/docs-apps.ts";
import { publicExamples } from "./support/public-examples.ts";
import { root } from "./support/terminal.ts";

/** What a block takes for granted, by the file and the number of the block in it. */
const given: Record<string, string> = {
  "docs/http.md 1": "declare const directory: string; declare const version: string;",
  "client/README.md 2": 'import type { HubClient } from "@yourcall/client"; declare const hub: HubClient;',
  "client/README.md 3": 'import type { HubClient } from "@yourcall/client"; declare const hub: HubClient;',
  "docs/agents/ai-sdk.md 1": `
    import type { LanguageModel } from "ai";
    declare const url: string; declare const token: string; declare const model: LanguageModel; declare const prompt: string;`,
  "docs/agents/ai-sdk.md 2": `
    import type { HubClient } from "@yourcall/client"; import type { LanguageModel } from "ai";
    declare const hub: HubClient; declare const model: LanguageModel;`,
  "docs/agents/ai-sdk.md 3": `
    import type { HubClient } from "@yourcall/client";
    declare const hub: HubClient; declare function nameOf(request: Request): Promise<string | undefined>;
    declare function isChatOf(session: string, name: string): boolean; declare function goOn(session: string): Promise<void>;`,
  "docs/agents/ai-sdk.md 10": `
    import type { HubClient } from "@yourcall/client"; import type { LanguageModel, UIMessage } from "ai";
    declare const hub: HubClient; declare const model: LanguageModel;
    declare function loadChat(session: string): Promise<UIMessage[]>;
    declare function saveChat(session: string, messages: UIMessage[]): Promise<void>;`,
  "docs/agents/ai-sdk.md 11":
    'import type { HubClient } from "@yourcall/client"; declare const hub: HubClient; declare const session: string;',
  "docs/agents/ai-sdk.md 12":
    'import type { HubClient } from "@yourcall/client"; declare const hub: HubClient; declare const cwd: string;',
  "docs/agents/ai-sdk.md 13":
    'import type { HubClient } from "@yourcall/client"; declare const hub: HubClient; declare const cwd: string; declare const data: string;',
  "docs/agents/ai-sdk.md 15":
    'import type { UIMessageChunk } from "ai"; declare const stream: ReadableStream<UIMessageChunk>;',
  "docs/agents/loop.md 1": "declare const url: string; declare const token: string;",
  "docs/agents/claude-agent-sdk.md 1":
    "declare const url: string; declare const token: string; declare const prompt: string; declare const cwd: string;",
  "docs/agents/loop.md 2": 'import type { Question } from "@yourcall/core"; declare const region: Question;',
  "docs/agents/claude-agent-sdk.md 2": `
    import type { Asker } from "@yourcall/core";
    declare const prompt: string; declare const cwd: string; declare const asker: Asker;`,
};

/** Every block of code in the documentation, but for files of an app, which `tests/hosts` compiles and runs with its framework. */
function blocks() {
  const files = globSync(
    ["README.md", "docs/**/*.md", "examples/*/README.md", "{cli,client,core,hub,agents/*,surfaces/*}/README.md"],
    { cwd: root },
  ).sort();
  return (
    files
      .flatMap((file) =>
        [...readFileSync(join(root, file), "utf8").matchAll(/^```(tsx?|jsx?|mjs)\n(.*?)^```$/gms)].map(
          ([, language = "", code = ""], at) => {
            const name = `${file} ${at + 1}`;
            return { name, language, code, before: given[name] ?? "" };
          },
        ),
      )
      .filter(({ name, code }) => !(name.startsWith("docs/agents/ai-sdk.md") && isAppFile.test(code)))
      // `tests/hosts/frameworks` has the frameworks to compile and run these with.
      .filter(({ name }) => !/^docs\/agents\/(langgraph|openai-agents|mastra)\.md/.test(name))
  );
}

test("every public function has an example, and every example and block of code in the documentation compiles", () => {
  const folder = join(root, "node_modules/.docs-code");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { examples, missing } = publicExamples();
  expect(missing).toEqual([]);
  const found = [...blocks(), ...examples];
  for (const [at, { name, language, code, before }] of found.entries()) {
    // On one line, so that the compiler's line numbers are those of the block.
    const taken = before.replace(/\s*\n\s*/g, " ");
    writeFileSync(join(folder, `${at}.${language}`), `${taken}// ${name}\n${code}\nexport {};\n`);
  }
  writeFileSync(join(folder, "css.d.ts"), 'declare module "*.css";\n');
  const config = {
    extends: "../../tsconfig.web.json",
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false, checkJs: false },
    include: ["./*"],
    exclude: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  let faults = "";
  try {
    execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", folder, "--noEmit"], { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    faults = String((error as { stdout?: string }).stdout);
  }
  expect(faults.replace(/(\d+)\.\w+\(/g, (whole, at: string) => `${found[Number(at)]?.name ?? whole} (`)).toBe("");
  expect(found.length).toBeGreaterThanOrEqual(8);
  for (const name of Object.keys(given)) expect(found.map((block) => block.name)).toContain(name);
});
