import { ownFacts, ownTextLimits, type OwnKind } from '#shared/own.ts';
import { failure, type Outcome, type Problem } from '#shared/problem.ts';

export function fullProblem(kind: OwnKind): Problem {
  const most = ownFacts[kind].perAccount;
  return failure(
    'own-full',
    `The account has ${most} ${kind}s, which is as many as it may. Nothing was created; delete one that is not needed any more and try again.`,
    { about: String(most) },
  ).problem;
}

/** @param count photos that were given. */
export function countProblem(kind: OwnKind, count: number): Problem {
  const most = ownFacts[kind].photos;
  const needed = most === 1 ? 'one photo' : `1 to ${most} photos`;
  return failure(
    'own-photos',
    `A ${kind} is made of ${needed}, not of ${count}. Nothing was sent.`,
    { about: String(count) },
  ).problem;
}

export function twiceProblem(name: string): Problem {
  return failure(
    'own-photos-twice',
    `"${name}" has the same content as another of the photos. Leave one of them out; nothing was sent.`,
    { about: name },
  ).problem;
}

export function nameProblem(): Problem {
  const { name: most } = ownTextLimits;
  return failure(
    'own-name',
    `Darkslide takes names of 1 to ${most} characters on one line. Nothing was sent; choose a shorter name.`,
    { about: `1–${most}` },
  ).problem;
}

export function unknownProblem(): Problem {
  return failure(
    'own-unknown',
    'This model or scene is not in the account, or not any more. Nothing was changed.',
  ).problem;
}

/** @param count of ours. */
export function otherAccountProblem(count: number): Problem {
  return failure(
    'own-other-account',
    `The API key seems to be that of another account: of the ${count} models and scenes that are known here it has none. Nothing was changed. Give the key of their account in the settings, or use a data folder of its own for each account (--data); if all of them were deleted elsewhere, say so in the room Models.`,
    { about: String(count) },
  ).problem;
}

/** Why one is in doubt whose request was on its way when the program ended. */
export function cutOffProblem(): Problem {
  return failure(
    'own-uncertain',
    'Darkslide ended while it was being created, so the account is looked through for it. Nothing is sent again meanwhile.',
  ).problem;
}

export function notCreatedProblem(kind: OwnKind): Problem {
  return failure(
    'own-not-created',
    `The request for the ${kind} was lost: the account does not hold it, so nothing was made. Try again, or put it away.`,
  ).problem;
}

/**
 * @param names of those that are new in the account and may be it; none where the service does not say how
 * many it lists.
 */
export function uncertainProblem(kind: OwnKind, names: readonly string[]): Problem {
  if (names.length === 0) {
    return failure(
      'own-uncertain',
      `It is not known whether the ${kind} was created: the answer was lost, and the service does not say whether it lists all that the account has. Look into the account before you try again.`,
    ).problem;
  }
  const said = names.join(', ');
  return failure(
    'own-uncertain',
    `It is not known whether the ${kind} was created: the answer was lost, and ${said} is new in the account. Look at it before you try again.`,
    { about: said },
  ).problem;
}

/** The account's list contradicts itself, so it never tells whether the request was processed. */
export function unclearProblem(kind: OwnKind): Problem {
  return failure(
    'own-uncertain',
    `We don't know whether the ${kind} was created: the service's list of ${kind}s is incomplete. Check the account at the service, then try again or dismiss this one.`,
  ).problem;
}

export function changedProblem(name: string): Problem {
  return failure(
    'own-photo-changed',
    `"${name}" changed after it was looked at, so nothing was sent. Choose it again.`,
    { about: name },
  ).problem;
}

/** Says that a creation is none that could be begun anew or dismissed. */
export function unknownCreation(id: number): Outcome<never> {
  return failure(
    'own-creation-unknown',
    `There is no creation ${id} that has stopped or has sent nothing yet. Nothing was changed.`,
    { about: String(id) },
  );
}
