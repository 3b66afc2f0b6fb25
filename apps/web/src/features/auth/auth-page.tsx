import { type ReactNode } from 'react';
import { Logo } from '../../components/ui/logo.js';
import './auth-page.css';

/** The page before access: a form in the middle, nothing else. */
export function AuthPage({
  name,
  title,
  text,
  children,
}: {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <main className="auth-page">
      <div className="auth-brand">
        <Logo />
        {name}
      </div>
      <section className="auth-box">
        <h1>{title}</h1>
        {text !== '' && <p>{text}</p>}
        {children}
      </section>
    </main>
  );
}
