'use client';

import { App } from '../shared/class.jsx';

export function Classroom({ role }) {
  return (
    <section data-role={role}>
      <App />
    </section>
  );
}
