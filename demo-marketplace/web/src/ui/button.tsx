import type { ComponentProps, ReactElement } from 'react';
import { Link, type LinkProps } from 'react-router';

interface ButtonLook {
  readonly look?: 'solid' | 'quiet' | 'danger';
  readonly size?: 'normal' | 'large';
}

const LOOKS = {
  solid: 'bg-accent text-on-accent hover:bg-accent-strong',
  quiet: 'border border-line bg-surface text-ink hover:border-line-strong',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
} as const;

const SIZES = { normal: 'min-h-11 px-5', large: 'min-h-13 px-7 text-lg' } as const;

const classesOf = ({ look = 'solid', size = 'normal' }: ButtonLook): string =>
  `inline-flex items-center justify-center gap-2 rounded-xl py-2 font-medium transition-colors select-none aria-disabled:opacity-60 disabled:opacity-60 ${LOOKS[look]} ${SIZES[size]}`;

export function Button({ look, size, className = '', ...props }: ButtonLook & ComponentProps<'button'>): ReactElement {
  return (
    <button
      type="button"
      {...props}
      className={`${classesOf({ ...(look && { look }), ...(size && { size }) })} ${className}`}
    />
  );
}

/** A link with the look of a button. */
export function LinkButton({ look, size, className = '', ...props }: ButtonLook & LinkProps): ReactElement {
  return <Link {...props} className={`${classesOf({ ...(look && { look }), ...(size && { size }) })} ${className}`} />;
}
