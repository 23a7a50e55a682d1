interface Named {
  readonly nickName: string;
  /** Name on the wire: `org#app_user`. */
  readonly name: string;
}

/** Name to show for somebody of whom only the wire's names are known; members have a `displayName`. */
export const nameOf = ({ nickName, name }: Named): string => nickName.trim() || name.replace(/^[^#]*#[^_]*_/, '');
