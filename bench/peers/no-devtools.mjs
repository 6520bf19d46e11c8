// Replaces react-devtools-core, an optional package of Ink that a bundle would otherwise look for at start.
export default { initialize() {}, connectToDevTools() {} };
