/**
 * `npm run fresh`: tests `npm start` as a new user would run it, on new root file systems of Debian. Needs root,
 * debootstrap and access to the registries; takes half an hour. It is not part of `npm test`.
 *
 * `npm run fresh -- [bookworm|trixie] [root|user]`
 */
import { isRoot, which } from '../setup/paths.mjs';
import { RootFs, say } from './root-fs.mjs';
import { startsAsRoot, startsAsUser } from './scenarios.mjs';

const SUITES = ['bookworm', 'trixie'];
const USERS = { root: startsAsRoot, user: startsAsUser };

/** @typedef {(name: string, act: () => Promise<void>) => Promise<void>} Check */

const filters = process.argv.slice(2);
const command = `npm run fresh${filters.length > 0 ? ` -- ${filters.join(' ')}` : ''}`;
if (!isRoot || which('debootstrap') === null) {
  console.error(`npm run fresh needs root and debootstrap. As root: apt-get install -y debootstrap && ${command}`);
  process.exit(1);
}

let passed = 0;
let failed = 0;
/** @type {RootFs | null} */
let current = null;
process.on('exit', () => current?.endAll());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

for (const suite of SUITES.filter((name) => !filters.some((word) => SUITES.includes(word)) || filters.includes(name)))
  for (const [user, scenarios] of Object.entries(USERS)) {
    if (filters.some((word) => word in USERS) && !filters.includes(user)) continue;
    say(`${suite}, as ${user}`);
    const root = (current = new RootFs(suite, user));
    await scenarios(root, async (name, scenario) => {
      say(`- ${name}`);
      try {
        await scenario();
        passed += 1;
        say(`ok    ${suite} ${user}: ${name}`);
      } catch (thrown) {
        failed += 1;
        say(`FAIL  ${suite} ${user}: ${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      }
      root.endAll();
    });
    root.remove();
  }
say(`${passed} passed, ${failed} failed, 0 skipped`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
