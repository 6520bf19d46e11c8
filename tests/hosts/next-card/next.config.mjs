import { fileURLToPath } from "node:url";

// The folder whose node_modules holds Next.js; otherwise it takes the repository's.
export default { turbopack: { root: fileURLToPath(new URL("..", import.meta.url)) } };
