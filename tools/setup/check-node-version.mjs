// Separate file in old syntax, so an outdated Node can parse it.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Mealrun needs Node 20.19 or newer, but this is ${process.version}. Get a current one from https://nodejs.org.`,
  );
  process.exit(1);
}
