import { randomInt } from "node:crypto";

/**
 * Groups of words that no person confuses. The words of a group belong to no other group, also in another meaning.
 */
const groups: Readonly<Record<string, readonly string[]>> = {
  animals: words("badger camel donkey giraffe goat hamster horse otter rabbit sheep tiger zebra"),
  fruits: words("apple apricot banana cherry grape lemon mango melon peach pear pineapple strawberry"),
  tools: words("axe chisel crowbar hammer pliers rake saw screwdriver shovel spade tongs wrench"),
  clothes: words("blouse coat glove hat jacket scarf shirt skirt sock sweater trousers vest"),
  "musical instruments": words("banjo cello clarinet drum flute guitar harp oboe piano trombone trumpet violin"),
  vehicles: words("airplane bicycle bus car ferry motorcycle scooter ship taxi tractor train truck"),
  "parts of the body": words("ankle chin elbow finger knee mouth neck nose shoulder thumb toe wrist"),
  "pieces of furniture": words("armchair bed bookcase chair cupboard desk drawer shelf sofa stool table wardrobe"),
};

function words(list: string): string[] {
  return list.split(" ");
}

const MATCHING = 2;
const OTHERS = 4;

function shuffled<T>(list: readonly T[]): T[] {
  const rest = [...list];
  return list.flatMap(() => rest.splice(randomInt(rest.length), 1));
}

/** A question for people who cannot see the picture, with its answer: the two words of a group among six words. */
export function newQuestion(): { question: string; answer: string } {
  const [[group, members], ...others] = shuffled(Object.entries(groups)) as [
    [string, string[]],
    ...[string, string[]][],
  ];
  const matching = shuffled(members).slice(0, MATCHING);
  const other = others.slice(0, OTHERS).map(([, list]) => list[randomInt(list.length)] ?? "");
  const question = `Two of these words are ${group}. Which? ${shuffled([...matching, ...other]).join(", ")}`;
  return { question, answer: matching.join(" ") };
}

/** True if the text names the two words, in any order, letter case and punctuation. */
export const answers = (typed: string, answer: string): boolean => wordsOf(typed) === wordsOf(answer);

const wordsOf = (text: string): string =>
  (text.toLowerCase().match(/[a-z]+/g) ?? [])
    .filter((word) => word !== "and")
    .sort()
    .join(" ");
