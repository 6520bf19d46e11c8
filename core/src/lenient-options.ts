import { isOther } from "./is-other.ts";
import type { Fields, Findings } from "./lenient-fields.ts";
import { fieldOf, noteUnknown, takeText, toFields } from "./lenient-fields.ts";
import { maxOptions } from "./limits.ts";
import type { Option } from "./schemas.ts";

const known = ["label", "description", "preview"];
const labelNames = ["label", "title", "name", "text", "value", "const"];
const mostRead = 100;

/** A question's options as a model wrote them: texts or objects, perhaps with its own Other or one label twice. */
export function toOptionsLeniently(list: readonly unknown[], path: string, found: Findings): Option[] {
  const options: Option[] = [];
  if (list.length > mostRead) {
    found.issues.push(tooMany(path, list.length));
    return options;
  }
  for (const [index, value] of list.entries()) {
    const option = toOption(value, `${path}[${index}]`, found);
    if (option === undefined) continue;
    const first = options.findIndex((other) => other.label === option.label);
    if (isOther(option.label)) {
      found.repairs.push(`${path}[${index}]: "Other" removed, since every question has it anyway.`);
    } else if (first >= 0) {
      options[first] = { ...option, ...options[first] };
      found.repairs.push(`${path}[${index}]: the same label as an earlier option, merged with it.`);
    } else {
      options.push(option);
    }
  }
  if (options.length > maxOptions) found.issues.push(tooMany(path, options.length));
  return options;
}

function toOption(value: unknown, path: string, found: Findings): Option | undefined {
  const fields = toFields(value);
  if (typeof value === "string" && (fields === undefined || labelNameOf(fields) === undefined)) {
    if (value === "") found.issues.push({ path, message: "The option is empty. Give it a label." });
    else found.repairs.push(`${path}: a text, taken as the label.`);
    return value === "" ? undefined : { label: value };
  }
  if (typeof value === "number" || typeof value === "boolean") {
    found.repairs.push(`${path}: a ${typeof value}, taken as the label.`);
    return { label: String(value) };
  }
  if (fields === undefined) {
    found.issues.push({ path, message: "An option is an object with a label, or a text." });
    return undefined;
  }
  if (typeof value === "string") found.repairs.push(`${path}: a JSON string, read as the option in it.`);
  return fromFields(fields, path, found);
}

function fromFields(fields: Fields, path: string, found: Findings): Option | undefined {
  const labelName = labelNameOf(fields) ?? "label";
  const label = takeText(fields, labelName, path, found);
  if (label === undefined || label === "") {
    found.issues.push({ path: `${path}.label`, message: "The option has no label. Give it one." });
    return undefined;
  }
  if (labelName !== "label") found.repairs.push(`${path}.${labelName}: taken as the label.`);
  noteUnknown(fields, [...known, labelName], path, found);
  const description = takeText(fields, "description", path, found);
  const preview = takeText(fields, "preview", path, found);
  return {
    label,
    description,
    preview,
  };
}

function labelNameOf(fields: Fields): string | undefined {
  return labelNames.find((name) => {
    const value = fieldOf(fields, name);
    return (typeof value === "string" && value !== "") || typeof value === "number" || typeof value === "boolean";
  });
}

function tooMany(path: string, count: number) {
  return {
    path,
    message: `Has ${count} options and a question may have ${maxOptions}. Ask in two steps, or drop some.`,
  };
}
