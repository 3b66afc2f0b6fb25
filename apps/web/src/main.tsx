import '@fontsource-variable/inter/wght.css';
import '@fontsource/jetbrains-mono/400.css';
import './styles/tokens.css';
import './styles/base.css';
import { BugError } from '#libs/errors';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { startI18n } from './i18n/start-i18n.js';

const place = document.getElementById('root');
if (place === null) throw new BugError('no-root', 'The page has no element "root".');
await startI18n();
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
