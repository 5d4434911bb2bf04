import { sites as texts } from "~/texts/sites";
import { Act } from "../ui/confirm";

type Props = {
  site: { id: number; sitename: string };
  /** The form's screen. */
  action: string;
  /** Deletes sites: the designated superadmin (SITE-10). */
  deletes: boolean;
  /** What goes with the site when it is deleted; null where it cannot be. */
  along: { links: number; manuals: number; chatLogs: number } | null;
};

/** What is done to a site beside saving it. Each asks first. */
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
