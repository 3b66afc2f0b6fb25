import * as routes from '#libs/contracts';
import { type ClientSettings } from '#libs/contracts';
import { call } from '../lib/call.js';

/** The copy of a page's settings that stands on the server; empty until one was left there. */
export const fetchClientSettings = async () => (await call(routes.getClientSettings)).data;

/** Leaves the settings of this page on the server, for other browsers. */
export const leaveClientSettings = (settings: ClientSettings) => call(routes.putClientSettings, { body: settings });
