import { putClientSettings, type ClientSettings } from '#libs/contracts';
import { call } from '../lib/call.js';

/** Leaves the settings of this page on the server, for other browsers. */
export const leaveClientSettings = (settings: ClientSettings) => call(putClientSettings, { body: settings });
