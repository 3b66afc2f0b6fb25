import { type ReactNode } from 'react';
import { Logo } from '../../components/ui/logo.js';
import './door-page.css';

/** The page before the house: a form in the middle, nothing else. */
export function DoorPage({
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
    <main className="door">
      <div className="door-brand">
        <Logo />
        {name}
      </div>
      <section className="door-box">
        <h1>{title}</h1>
        {text !== '' && <p>{text}</p>}
        {children}
      </section>
    </main>
  );
}
