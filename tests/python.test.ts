import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { startHub, temporaryDirectory } from "./support/hub.ts";
import { testWith } from "./support/needs.ts";
import { root } from "./support/terminal.ts";

const run = promisify(execFile);
const test = testWith("python3");
const folder = join(root, "clients/python");

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  enum?: string[];
}

interface Content {
  content: Record<string, { schema: Schema }>;
}

interface Document {
  paths: Record<string, Record<string, { requestBody: Content; responses: Record<string, Content> }>>;
}

function python(args: string[], env: Record<string, string> = {}, cwd = folder) {
  return run("python3", args, { cwd, env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...env } });
}

const documented = [...readFileSync(join(root, "docs/python.md"), "utf8").matchAll(/^```python\n(.*?)^```$/gms)].map(
  ([, code = ""]) => code,
);

describe("the Python client", () => {
  test("asks, waits, withdraws and reports against a hub, in plain code and in an event loop", async () => {
    const hub = await startHub();
    const env = { YOURCALL_HOME: hub.directory, PERSON: hub.tokens.human, YOURCALL_URL: "", YOURCALL_TOKEN: "" };
    const { stderr } = await python(["-m", "unittest", "-v", "test_yourcall"], env).catch((error) => {
      throw new Error(error.stderr);
    });
    expect(stderr).toMatch(/Ran 11 tests[\s\S]*\nOK\n/);
  });

  test("has the fields that the hub describes, and no others", async () => {
    const hub = await startHub();
    const document = (await (await fetch(`${hub.url}/openapi.json`)).json()) as Document;
    const follow = ({ $ref, ...schema }: Schema): Schema =>
      $ref === undefined
        ? schema
        : follow(
            $ref
              .slice(2)
              .split("/")
              .reduce((at: unknown, name) => (at as Record<string, unknown>)[name], document) as Schema,
          );
    const keys = (schema: Schema): string[] => {
      const found = follow(schema);
      const parts = [...(found.oneOf ?? []), ...(found.anyOf ?? [])].flatMap(keys);
      return [...new Set([...Object.keys(found.properties ?? {}), ...parts])].sort();
    };
    const part = (schema: Schema, ...path: string[]): Schema =>
      path.reduce(
        (at, name) => follow(name === "[]" ? (at.items ?? {}) : (at.properties?.[name] ?? {})),
        follow(schema),
      );
    const json = (at: Content | undefined) => at?.content["application/json"]?.schema ?? {};
    const request = json(document.paths["/v1/asks"]?.post?.requestBody);
    const ask = json(document.paths["/v1/asks/{id}"]?.get?.responses["200"]);
    const outcome = part(ask, "outcome");
    const answered = [...(outcome.oneOf ?? []), ...(outcome.anyOf ?? [])].find((one) => keys(one).includes("answers"));
    const code = `import json, typing, yourcall
names = ["AskRequest", "Ask", "Question", "Option", "Approval", "Outcome", "Answer", "Delivery"]
kinds = typing.get_args(typing.get_type_hints(yourcall.Question)["kind"])
print(json.dumps({"kinds": kinds, **{name: sorted(getattr(yourcall, name).__annotations__) for name in names}}))`;
    const types = JSON.parse((await python(["-c", code])).stdout);
    const forPeople = ["draft", "notices", "receipts"];
    expect(types).toEqual({
      kinds: part(ask, "questions", "[]", "kind").enum,
      AskRequest: keys(request),
      Ask: keys(ask).filter((name) => !forPeople.includes(name)),
      Question: keys(part(ask, "questions", "[]")),
      Option: keys(part(ask, "questions", "[]", "options", "[]")),
      Approval: keys(part(ask, "approval")),
      Outcome: keys(outcome),
      Answer: keys(part(answered ?? {}, "answers", "[]")),
      Delivery: keys(part(ask, "delivery")),
    });
  });

  test("makes a wheel without the network that pip installs and that asks", async () => {
    const target = temporaryDirectory("wheel");
    const wheel = (await python(["build_wheel.py", target])).stdout.trim();
    expect(wheel).toMatch(/yourcall-[\d.]+-py3-none-any\.whl$/);
    const hub = await startHub();
    const env = { PYTHONPATH: wheel, YOURCALL_HOME: hub.directory, YOURCALL_URL: "", YOURCALL_TOKEN: "" };
    const code = 'from yourcall import Hub, text; print(Hub().create(text("Why?"))["status"])';
    expect((await python(["-c", code], env, target)).stdout).toBe("pending\n");
    const names = (await python(["-m", "zipfile", "-l", wheel])).stdout;
    for (const name of ["yourcall/py.typed", "dist-info/METADATA", "dist-info/RECORD", "licenses/LICENSE"])
      expect(names).toContain(name);
  });

  test("asks with the lines at the start of its documentation, and continues later with those further down", async () => {
    const hub = await startHub();
    const env = { PYTHONPATH: folder, YOURCALL_HOME: hub.directory, YOURCALL_URL: "", YOURCALL_TOKEN: "" };
    const [code = ""] = documented;
    expect(code.split("\n").filter((line) => line !== "")).toHaveLength(4);
    const asking = python(["-c", code], env);
    const person = hub.client("human");
    await expect.poll(async () => (await person.list()).asks.length).toBe(1);
    const [ask] = (await person.list()).asks;
    const answers = [{ question: "Which region?", selectedOptions: ["Oregon"] }];
    await person.answer(`${ask?.id}`, { answers, surface: "web", act: "click" });
    expect((await asking).stdout).toBe("['Oregon']\n");
    const durable = documented.find((one) => one.includes("Merge it?")) ?? "";
    expect((await python(["-c", durable], env)).stdout).toContain("ask again later");
    const [merge] = (await person.list()).asks;
    const yes = [{ question: "Merge it?", selectedOptions: ["Yes"] }];
    await person.answer(`${merge?.id}`, { answers: yes, surface: "web", act: "click" });
    expect((await python(["-c", durable], env)).stdout).toBe("continue with answered\n");
    expect((await person.get(`${merge?.id}`)).delivery?.state).toBe("taken");
    // The rest needs a program or a library around it.
    for (const one of documented) await python(["-c", "import sys; compile(sys.argv[1], 'docs', 'exec')", one]);
  });
});
