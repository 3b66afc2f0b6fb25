/**
 * The environment of specs that Node itself loads (native-runner.cjs): they see the real globals of the worker, so what
 * jest sets on them is taken back after each spec.
 */
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const { console: ownConsole } = globalThis;
const { exit, getBuiltinModule } = process;

/** The limit of `jest.setTimeout`. */
const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
/**
 * Only a test that hangs reaches it. Jest's own 5 s are too short on a slow machine, even for specs in memory that read
 * large inputs; others start real servers, and on a fresh clone, media are encoded first.
 */
const DEFAULT_TIMEOUT_MS = 60_000;

module.exports = class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  /** @param {{ readonly projectConfig: import('@jest/types').Config.ProjectConfig }} config */
  constructor({ projectConfig: config }) {
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  async setup() {
    globalThis[TEST_TIMEOUT] = DEFAULT_TIMEOUT_MS;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = ownConsole;
    Object.assign(process, { exit, getBuiltinModule });
    delete globalThis[TEST_TIMEOUT];
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Nothing runs in a context of its own. */
  getVmContext() {
    return null;
  }
};
