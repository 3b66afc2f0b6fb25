/**
 * What is listed among the faults while there are dead letters; `{{n}}` is how many. It stands by itself, since the page
 * lists each of them too and recognises this sentence in every language, without the rest of the catalogue.
 */
export const DEAD_LETTERS = {
  en: '{{n}} message(s) could not be worked on. Look at them on the dashboard and try them again.',
  sv: '{{n}} meddelanden kunde inte behandlas. Granska dem på översikten och försök igen.',
  ko: '{{n}}개의 메시지를 처리하지 못했습니다. 대시보드에서 보고 다시 시도하십시오.',
  de: '{{n}} Nachrichten konnten nicht bearbeitet werden. Sehen Sie sie auf der Übersicht an und versuchen Sie es noch einmal.',
} as const;
