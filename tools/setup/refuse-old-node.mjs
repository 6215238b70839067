// Kept apart and plain: a Node that is too old must still be able to read this file.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Mealrun needs Node 20.19 or newer; this is ${process.version}. Get a current one from https://nodejs.org.`,
  );
  process.exit(1);
}
