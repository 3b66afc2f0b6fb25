// Command gohlslib receives one live MPEG-TS stream over TCP and serves it as HLS, as MediaMTX does with its streams.
// After the end of its input, it keeps serving until it is stopped.
package main

import (
	"flag"
	"log"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/bluenviron/gohlslib/v2"
	"github.com/bluenviron/gohlslib/v2/pkg/codecs"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/mpegts"
)

const clockRate = 90000

var variants = map[string]gohlslib.MuxerVariant{
	"mpegts":     gohlslib.MuxerVariantMPEGTS,
	"fmp4":       gohlslib.MuxerVariantFMP4,
	"lowLatency": gohlslib.MuxerVariantLowLatency,
}

// source reads the input and writes each of its tracks to the muxer.
type source struct {
	reader *mpegts.Reader
	clock  mpegts.TimeDecoder
	start  time.Time
	first  int64
	muxer  *gohlslib.Muxer
}

// stamp returns the continuous time of a 33-bit time stamp, and the wall-clock time that belongs to it.
func (s *source) stamp(raw int64) (int64, time.Time) {
	pts := s.clock.Decode(raw)
	if s.start.IsZero() {
		s.start, s.first = time.Now(), pts
	}
	return pts, s.start.Add(time.Duration(pts-s.first) * time.Second / clockRate)
}

func (s *source) addVideo(from *mpegts.Track) {
	track := &gohlslib.Track{Codec: &codecs.H264{}, ClockRate: clockRate}
	s.muxer.Tracks = append(s.muxer.Tracks, track)
	s.reader.OnDataH264(from, func(raw int64, _ int64, au [][]byte) error {
		pts, at := s.stamp(raw)
		return s.muxer.WriteH264(track, at, pts, au)
	})
}

func (s *source) addAudio(from *mpegts.Track, codec *mpegts.CodecMPEG4Audio, names []string) {
	var tracks []*gohlslib.Track
	for _, name := range names {
		tracks = append(tracks, &gohlslib.Track{
			Codec:     &codecs.MPEG4Audio{Config: codec.Config},
			ClockRate: codec.SampleRate,
			Name:      name,
			Language:  name,
		})
	}
	s.muxer.Tracks = append(s.muxer.Tracks, tracks...)
	s.reader.OnDataMPEG4Audio(from, func(raw int64, aus [][]byte) error {
		pts, at := s.stamp(raw)
		for _, track := range tracks {
			if err := s.muxer.WriteMPEG4Audio(track, at, pts*int64(codec.SampleRate)/clockRate, aus); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *source) open(audioTracks int) error {
	if err := s.reader.Initialize(); err != nil {
		return err
	}
	names := map[int][]string{1: {""}, 2: {"eng", "deu"}}[audioTracks]
	for _, track := range s.reader.Tracks() {
		switch codec := track.Codec.(type) {
		case *mpegts.CodecH264:
			s.addVideo(track)
		case *mpegts.CodecMPEG4Audio:
			if len(names) > 0 {
				s.addAudio(track, codec, names)
			}
		}
	}
	return s.muxer.Start()
}

func run() error {
	variant := flag.String("variant", "lowLatency", "mpegts, fmp4 or lowLatency")
	audioTracks := flag.Int("audio", 1, "number of audio tracks: 0, 1 or 2")
	input := flag.String("input", "", "address that accepts the stream")
	listen := flag.String("listen", "", "address of the HTTP server")
	flag.Parse()

	// The HTTP server listens after the input does: who can connect to it can also send the stream.
	inputs, err := net.Listen("tcp", *input)
	if err != nil {
		return err
	}
	var muxer atomic.Pointer[gohlslib.Muxer]
	failed := make(chan error, 1)
	go func() {
		failed <- http.ListenAndServe(*listen, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if m := muxer.Load(); m != nil {
				m.Handle(w, r)
			} else {
				http.NotFound(w, r)
			}
		}))
	}()
	stream, err := inputs.Accept()
	if err != nil {
		return err
	}
	defer stream.Close()

	// The values are MediaMTX's defaults.
	s := &source{reader: &mpegts.Reader{R: stream}, muxer: &gohlslib.Muxer{
		Variant:            variants[*variant],
		SegmentCount:       7,
		SegmentMinDuration: time.Second,
		PartMinDuration:    200 * time.Millisecond,
	}}
	s.clock.Initialize()
	if err := s.open(*audioTracks); err != nil {
		return err
	}
	muxer.Store(s.muxer)
	for {
		if err := s.reader.Read(); err != nil {
			log.Printf("input ended: %v", err)
			return <-failed
		}
	}
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
