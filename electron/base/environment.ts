/** The variables that a program is started with. */
export type Environment = Readonly<Record<string, string | undefined>>;
