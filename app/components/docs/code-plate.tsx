import { Icon } from "../ui/icon";

type Props = {
  children: string;
  /** A button in the corner copies it, with scripts. */
  copy?: boolean;
};

/** Code to copy. A single line is seen whole. Several scroll, because a broken one would read as two. */
export function CodePlate({ children, copy = false }: Props) {
  const text = copy ? <code>{children}</code> : children;
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrollable region
  const plate = children.includes("\n") ? <pre tabIndex={0}>{text}</pre> : <pre>{text}</pre>;
  if (!copy) return plate;
  return (
    <div className="plate">
      {plate}
      <copy-button>
        <button type="button" className="act">
          <Icon name="copy" label="Copy" />
        </button>
      </copy-button>
    </div>
  );
}
