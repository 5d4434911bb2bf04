import { sites as texts } from "~/components/sites/texts";
import { Act } from "../ui/confirm";

type Props = {
  site: { id: number; sitename: string };
  /** Path of the site form's screen. */
  action: string;
  /** Whether the account may delete sites: only the designated superadmin may (SITE-10). */
  deletes: boolean;
  /** Counts of the records deleted along with the site; null if the site cannot be deleted. */
  along: { links: number; manuals: number; chatLogs: number } | null;
};

/** Actions on a site other than saving. Each asks for confirmation. */
export function SiteActs({ site, action, deletes, along }: Props) {
  const fields = [["ids", site.id]] as const;
  return (
    <>
      <a className="button" href={`/app/sites/${site.id}/types`}>
        {texts.links}
      </a>
      <Act
        label={texts.enable}
        intent="enable"
        fields={fields}
        action={action}
        heading={texts.confirmEnable}
        standing
      />
      {deletes && (
        <Act
          label={texts.remove}
          of={site.sitename}
          intent="delete"
          fields={fields}
          action={action}
          heading={along ? texts.confirmRemove : texts.inUse}
          html={along ? texts.along(along) : undefined}
          info={!along}
          danger
          standing
        />
      )}
    </>
  );
}
