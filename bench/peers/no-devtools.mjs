// An optional package of Ink that a bundle would otherwise look for at its start.
export default { initialize() {}, connectToDevTools() {} };
