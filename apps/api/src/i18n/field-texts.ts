import { type Translated } from './language.js';

/** Complaints about single fields, by their English template; made in http/input-faults.ts and by schemas in contracts. */
export const FIELD_TEXTS: Readonly<Record<string, Translated>> = {
  'is required': { sv: 'måste anges', ko: '필수 항목입니다', de: 'muss angegeben werden' },
  'is not a known field': { sv: 'är inget känt fält', ko: '알 수 없는 항목입니다', de: 'ist kein bekanntes Feld' },
  'is not a known setting': { sv: 'är ingen känd inställning', ko: '알 수 없는 설정입니다', de: 'ist keine bekannte Einstellung' },
  'is not valid': { sv: 'är inte giltigt', ko: '올바르지 않습니다', de: 'ist nicht gültig' },
  'must be at least {{n}} characters': { sv: 'måste vara minst {{n}} tecken', ko: '{{n}}자 이상이어야 합니다', de: 'muss mindestens {{n}} Zeichen haben' },
  'must be at most {{n}} characters': { sv: 'får vara högst {{n}} tecken', ko: '{{n}}자 이하여야 합니다', de: 'darf höchstens {{n}} Zeichen haben' },
  'must be at least {{n}} entries': { sv: 'måste ha minst {{n}} poster', ko: '항목이 {{n}}개 이상이어야 합니다', de: 'muss mindestens {{n}} Einträge haben' },
  'must be at most {{n}} entries': { sv: 'får ha högst {{n}} poster', ko: '항목이 {{n}}개 이하여야 합니다', de: 'darf höchstens {{n}} Einträge haben' },
  'must be at least {{n}}': { sv: 'måste vara minst {{n}}', ko: '{{n}} 이상이어야 합니다', de: 'muss mindestens {{n}} sein' },
  'must be at most {{n}}': { sv: 'får vara högst {{n}}', ko: '{{n}} 이하여야 합니다', de: 'darf höchstens {{n}} sein' },
  'must be one of: {{choices}}': { sv: 'måste vara något av: {{choices}}', ko: '다음 중 하나여야 합니다: {{choices}}', de: 'muss eines von diesen sein: {{choices}}' },
  'must be a {{type}}': { sv: 'måste vara av typen {{type}}', ko: '{{type}} 형식이어야 합니다', de: 'muss vom Typ {{type}} sein' },
  'a JSON body is needed (Content-Type: application/json)': { sv: 'en JSON-text behövs (Content-Type: application/json)', ko: 'JSON 본문이 필요합니다 (Content-Type: application/json)', de: 'ein JSON-Text ist nötig (Content-Type: application/json)' },
  'must not hold control characters': { sv: 'får inte innehålla styrtecken', ko: '제어 문자를 포함할 수 없습니다', de: 'darf keine Steuerzeichen enthalten' },
  'must not hold a NUL or half a character': { sv: 'får inte innehålla NUL eller halva tecken', ko: 'NUL 문자나 깨진 문자를 포함할 수 없습니다', de: 'darf kein NUL und kein halbes Zeichen enthalten' },
  'must lie ahead': { sv: 'måste ligga i framtiden', ko: '미래의 시각이어야 합니다', de: 'muss in der Zukunft liegen' },
  'must not lie before dateFrom': { sv: 'får inte ligga före dateFrom', ko: 'dateFrom보다 앞설 수 없습니다', de: 'darf nicht vor dateFrom liegen' },
  'is not the id of a game': { sv: 'är inget spel-id', ko: '게임 ID가 아닙니다', de: 'ist keine Kennung eines Spiels' },
  'is neither a uuid nor a login': { sv: 'är varken uuid eller kanalnamn', ko: 'uuid도 채널 이름도 아닙니다', de: 'ist weder eine UUID noch ein Kanalname' },
  'is not the current password': { sv: 'är inte det nuvarande lösenordet', ko: '현재 비밀번호가 아닙니다', de: 'ist nicht das aktuelle Passwort' },
};
