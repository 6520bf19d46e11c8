// Reads what the published packages offer, from the types that the build wrote.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { libraries } from "./libraries.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * A declaration at the top level of a `.d.ts` file. Overloads are one declaration.
 * @typedef {{ name: string, kind: string, comment: string, text: string, file: string }} Declaration
 */

/**
 * One entry of a package: what it exports, and our own declarations which these refer to.
 * @typedef {{ entry: string, exported: Declaration[], behind: Declaration[] }} Entry
 */

/** The entries that users may import. `internal` ones and style sheets are not among them. @param {string} workspace @returns {Entry[]} */
export function readEntries(workspace) {
  const { name, exports } = JSON.parse(readFileSync(join(root, workspace, "package.json"), "utf8"));
  const known = new Set();
  return Object.entries(exports)
    .filter(([path]) => !path.startsWith("./internal") && !path.endsWith(".css"))
    .map(([path, { types }]) => readEntry(name + path.slice(1), join(root, workspace, types), known));
}

/** The published packages, by name. @returns {Map<string, Entry[]>} */
export function readPublicApi() {
  return new Map(libraries.map((workspace) => [workspace.replace(/^.*\//, ""), readEntries(workspace)]));
}

/** @param {string} entry @param {string} file @param {Set<string>} known what earlier entries of the package have @returns {Entry} */
function readEntry(entry, file, known) {
  const exported = [...readModule(file).exports.keys()].map((name) => {
    const found = find(file, name);
    if (found === undefined) throw new Error(`${entry} exports ${name}, and no declaration of it was found.`);
    return found;
  });
  for (const declaration of exported) known.add(toKey(declaration));
  const behind = [];
  for (const declaration of [...exported]) behind.push(...refersTo(declaration, known));
  for (const declaration of behind) behind.push(...refersTo(declaration, known));
  const byName = (/** @type {Declaration} */ a, /** @type {Declaration} */ b) => (toKey(a) < toKey(b) ? -1 : 1);
  return { entry, exported: exported.sort(byName), behind: behind.sort(byName) };
}

/** @param {Declaration} declaration */
const toKey = ({ name, file }) => `${name} ${file.slice(root.length)}`;

/** The declarations that this one names and that are not known yet. @param {Declaration} declaration @param {Set<string>} known */
function refersTo({ text, file, name: own }, known) {
  const names = new Set(text.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
  names.delete(own);
  return [...names].flatMap((name) => {
    // The report of another package has what it exports.
    if (readModule(file).imports.get(name)?.isPublic === true) return [];
    const found = find(file, name);
    if (found === undefined || known.has(toKey(found))) return [];
    known.add(toKey(found));
    return [found];
  });
}

/** The declaration of a name in a file, which may have it from another file of ours. @param {string} file @param {string} name @returns {Declaration | undefined} */
function find(file, name) {
  const { declarations, exports, imports } = readModule(file);
  const own = declarations.get(name);
  if (own !== undefined) return own;
  const exported = exports.get(name);
  const from = exported === undefined || exported.file === file ? imports.get(exported?.name ?? name) : exported;
  return from?.file === undefined ? undefined : find(from.file, from.name);
}

/**
 * Where a name comes from. `file` is undefined for a package of others.
 * @typedef {{ name: string, file: string | undefined, isPublic?: boolean }} Source
 * @typedef {{ declarations: Map<string, Declaration>, exports: Map<string, Source>, imports: Map<string, Source> }} Module
 * @type {Map<string, Module>}
 */
const modules = new Map();

/** @param {string} file @returns {Module} */
function readModule(file) {
  const known = modules.get(file);
  if (known !== undefined) return known;
  /** @type {Module} */
  const module = { declarations: new Map(), exports: new Map(), imports: new Map() };
  modules.set(file, module);
  for (const { comment, text } of splitStatements(readFileSync(file, "utf8"))) {
    const from = /from "([^"]+)";$/.exec(text)?.[1];
    const source = from === undefined ? file : resolve(file, from);
    const isPublic = from !== undefined && /^@yourcall\/(?!.*\/internal)/.test(from);
    const declared =
      /^(export )?(?:default )?(?:declare )?(?:abstract )?(function|const|let|class|interface|type|enum) ([\w$]+)/.exec(
        text,
      );
    if (/^export (?:type )?\* from/.test(text)) {
      if (source !== undefined)
        for (const name of readModule(source).exports.keys()) module.exports.set(name, { name, file: source });
    } else if (/^(import|export) (?:type )?\{/.test(text)) {
      for (const part of (/\{([^}]*)\}/s.exec(text)?.[1] ?? "").split(",")) {
        const [name = "", as = name] = part
          .trim()
          .replace(/^type /, "")
          .split(" as ");
        if (name !== "")
          (text.startsWith("import") ? module.imports : module.exports).set(as, { name, file: source, isPublic });
      }
    } else if (declared !== null) {
      const [, isExported, kind = "", name = ""] = declared;
      const earlier = module.declarations.get(name);
      const whole = earlier === undefined ? text : `${earlier.text}\n${text}`;
      module.declarations.set(name, { name, kind, comment: earlier?.comment || comment, text: whole, file });
      if (isExported !== undefined) module.exports.set(name, { name, file });
    }
  }
  return module;
}

/** The file of a module of ours, or undefined. @param {string} file @param {string} specifier @returns {string | undefined} */
function resolve(file, specifier) {
  if (specifier.startsWith(".")) return join(dirname(file), specifier.replace(/\.tsx?$/, ".d.ts"));
  const [, name = "", path = ""] = /^(@yourcall\/[^/]+)(.*)$/.exec(specifier) ?? [];
  const workspace = libraries.find((folder) => `@yourcall/${folder.replace(/^.*\//, "")}` === name);
  if (workspace === undefined) return undefined;
  const { exports } = JSON.parse(readFileSync(join(root, workspace, "package.json"), "utf8"));
  const found = join(root, workspace, exports[`.${path}`].types);
  return existsSync(found) ? found : undefined;
}

/**
 * The statements of a `.d.ts` file, each without its comments and with the doc comment before it. A class or an interface ends with the
 * brace that closes it, anything else with a semicolon.
 * @param {string} source
 */
function splitStatements(source) {
  const statements = [];
  let [text, comment, depth] = ["", "", 0];
  for (const [token] of source.matchAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|=>|[\s\S]/g)) {
    if (token.startsWith("/*") || token.startsWith("//")) {
      if (text.trim() === "") comment = token;
      continue;
    }
    text += token;
    if (/^[{([<]$/.test(token)) depth++;
    if (/^[})\]>]$/.test(token)) depth--;
    const hasBody = /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:class|interface|enum|namespace) /.test(
      text.trimStart(),
    );
    if (depth === 0 && (token === ";" || (token === "}" && hasBody))) {
      statements.push({ comment, text: tidy(text) });
      [text, comment] = ["", ""];
    }
  }
  return statements;
}

/** Closes the gaps that comments left. @param {string} text */
function tidy(text) {
  return text
    .trim()
    .replace(/\n\s*(?=\n)/g, "")
    .replace(/ ?\n\s*(?=\| )/g, " ")
    .replace(/= \n\s*/g, "= ");
}
