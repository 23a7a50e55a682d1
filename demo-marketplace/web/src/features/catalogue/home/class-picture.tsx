import { Mic, MicOff } from 'lucide-react';
import type { ReactElement } from 'react';
import { Avatar } from '../../../ui/avatar.js';

const PEOPLE = [
  { name: '林小明', isHeard: true },
  { name: 'Ann Lee', isHeard: false },
  { name: 'Yuki Sato', isHeard: true },
] as const;

/** An illustration of a class; decoration only. */
export function ClassPicture(): ReactElement {
  return (
    <div
      aria-hidden
      className="stage relative mx-auto w-full max-w-xl rounded-3xl bg-paper p-3 text-ink shadow-card sm:p-4"
    >
      <div className="relative flex aspect-[16/9] items-center justify-center overflow-hidden rounded-2xl bg-[#17694f]">
        <svg
          viewBox="0 0 320 180"
          className="absolute inset-0 size-full text-white/85"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="M40 138V36M40 138h120" />
          <path d="M46 130c34-4 50-82 104-86" stroke="#f2b84b" strokeWidth="3.5" />
          <path d="M196 62h84M196 84h60M196 106h72" opacity="0.55" />
          <circle cx="98" cy="93" r="4.5" fill="#f2b84b" stroke="none" />
        </svg>
        <span className="absolute bottom-2.5 left-2.5 flex items-center gap-1.5 rounded-lg bg-black/50 px-2 py-1 text-xs text-white">
          <Mic className="size-3.5" /> 陳老師
        </span>
      </div>
      <div className="mt-3 grid grid-cols-3 gap-3">
        {PEOPLE.map(({ name, isHeard }) => (
          <div
            key={name}
            className="relative flex aspect-[4/3] items-center justify-center rounded-2xl bg-surface pb-3"
          >
            <Avatar name={name} className="size-[38%] text-lg [aspect-ratio:1] h-auto!" />
            <span className="absolute bottom-1.5 left-1.5 flex max-w-[90%] items-center gap-1 truncate rounded-md bg-black/50 px-1.5 py-0.5 text-[0.65rem] text-white">
              {isHeard ? <Mic className="size-3 shrink-0" /> : <MicOff className="size-3 shrink-0 text-[#ff8f87]" />}
              <span className="truncate">{name}</span>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
