/** What stands in the shell besides the drawings of pages. */
export const SHELL_ICONS = {
  find: 'M3.5 9a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M13 13l4 4',
  home: 'M3.5 9.5L10 4l6.5 5.5v7H12v-4H8v4H3.5z',
  leave: 'M8 3.5H4v13h4M12.5 6.5L16 10l-3.5 3.5M16 10H8',
  more: 'M4 6h12M4 10h12M4 14h12',
};

/** A line drawing; `path` in 20 by 20. */
export function Icon({ path }: { path: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className="size-5 shrink-0 fill-none stroke-current stroke-[1.6] [stroke-linecap:round] [stroke-linejoin:round]"
    >
      <path d={path} />
    </svg>
  );
}
