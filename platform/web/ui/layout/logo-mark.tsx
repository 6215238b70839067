type Logo = { url: string; width: number; height: number };

type LogoMarkProps = {
  name: string;
  logo: Logo | null;
  /** One line on a phone has no room for a name. */
  isSmall?: boolean;
};

/** The business's own logo, or its name beside a plate with a leaf. */
export function LogoMark({ name, logo, isSmall = false }: LogoMarkProps) {
  if (logo) {
    return (
      <img
        src={logo.url}
        alt={name}
        width={logo.width}
        height={logo.height}
        className={`w-auto rounded-md object-contain sm:h-12 sm:max-w-60 dark:bg-[#fffdf8] dark:p-1 ${isSmall ? 'h-8 max-w-24' : 'h-10 max-w-44'}`}
      />
    );
  }
  return (
    <span className="flex items-center gap-2 sm:gap-2.5">
      <svg
        viewBox="0 0 40 40"
        className={`shrink-0 sm:size-10 ${isSmall ? 'size-8' : 'size-9'}`}
        aria-hidden="true"
      >
        <circle cx="20" cy="20" r="20" className="fill-primary" />
        <circle cx="20" cy="20" r="14" className="fill-surface" />
        <circle cx="20" cy="20" r="10.5" className="fill-sunken" />
        <path
          d="M13.5 24c0-7 5-11.5 13.5-11.5 0 8-4 13-11 13-1.5 0-2.5-.6-2.5-1.5z"
          className="fill-primary"
        />
        <path
          d="M13 27.5c2-5 5-8.5 9.5-11"
          className="stroke-surface"
          strokeWidth="1.4"
          fill="none"
        />
        <circle cx="25.5" cy="24.5" r="2.6" fill="#f6b23c" />
      </svg>
      <span
        className={`font-serif text-lg font-semibold leading-tight min-[23rem]:whitespace-nowrap text-ink sm:text-xl ${isSmall ? 'max-sm:sr-only' : ''}`}
      >
        {name}
      </span>
    </span>
  );
}
