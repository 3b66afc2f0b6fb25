/**
 * Entry of set-up. It checks the version of Node before it loads any other file. So it must parse and run on Node 14:
 * no static import, no newer syntax.
 */
const running = process.versions.node;
const [major = 0, minor = 0] = running.split('.').map(Number);
// import.meta.dirname and Dirent.parentPath came with 20.12 and, on the parallel 21.x line, with 21.4.
const isSupported = major === 20 ? minor >= 12 : major === 21 ? minor >= 4 : major > 21;

if (isSupported) {
  import('./set-up.mjs').then(({ runSetUp }) => runSetUp(process.argv.slice(2)));
} else {
  console.error(`Node ${running} is too old. Vodkeep needs Node 20.12 or newer: https://nodejs.org/en/download`);
  process.exitCode = 1;
}
