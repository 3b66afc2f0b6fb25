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

module.exports = class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  /** @param {{ readonly projectConfig: import('@jest/types').Config.ProjectConfig }} config */
  constructor({ projectConfig: config }) {
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  async setup() {}

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
