// Replaces a part of the MCP package that validates forms with a large library. We check forms ourselves.
import process from "node:process";

export { process };

export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error("Nothing here validates by JSON Schema.");
  }
}
